import type { PersonFacts } from '@samay/contract/people/person-facts';

/** A person who books, always with one address and number, so that their visits belong together. */
export interface Booker {
  readonly name: string;
  /** The email; null for some people with a number. */
  readonly email: string | null;
  /** The contact; null for some. */
  readonly contact: string | null;
  /** The facts about a clinic's patient; not of all. */
  readonly about?: PersonFacts;
}

const patientNames = [
  'Aarav Sharma',
  'Ishita Mukherjee',
  'Venkatesh Subramanian',
  'Gurpreet Singh Ahluwalia',
  'Fatima Sheikh',
  'Lakshmi Narayanan',
  'Rohan Deshmukh',
  'Ankita Bora',
  'Thangjam Ibomcha Singh',
  'Zohra Khan',
  'Balakrishnan Ramachandran Pillai',
  'Meenakshi Sundaram',
  'Joseph Kurian',
  'Priya Fernandes',
  'Harshad Patel',
  'Kavita Agarwal',
  'Debashish Chattopadhyay',
  'Lalrinpuii Sailo',
  'Sunita Devi',
  'Mohammed Imran Ansari',
  'Tenzin Dolma',
  'Nandini Gowda',
  'Raghunath Venkata Satya Narayana Murthy',
  'Bhavna Solanki',
  'Arjun Nair',
  'Manpreet Kaur',
  'Siddharth Joshi',
  'Rukmini Hegde',
  'Alok Mishra',
  'Pallavi Kulkarni',
  'Abdul Rehman Siddiqui',
  'Chitra Iyer',
  'Jaswinder Brar',
  'Ritu Saxena',
  'Kiran Reddy',
  'Savitri Bai Chauhan',
  'Nilesh Gaikwad',
  'Ayesha Begum',
  'Bikash Pradhan',
  'Roshni D’Souza',
  'Om Prakash Yadav',
  'Sneha Menon',
  'Hemant Rathore',
  'Farida Contractor',
  'Subhashini Krishnamoorthy',
  'Tapan Kumar Sahu',
  'Gauri Phadke',
  'Vikram Singh Shekhawat',
  'Anjali Tiwari',
  'Prakash Hembram',
  'Shabnam Mirza',
  'Dinesh Choudhary',
  'Nengneithem Haokip',
  'Yusuf Lakdawala',
  'Kamala Devi Thapa',
  'Sreelatha Vasudevan',
  'Ramesh Babu Naidu',
  'Parveen Sultana',
  'Chetan Bhatt',
  'Ila Baruah',
];

const women: ReadonlySet<string> = new Set([
  'Ishita Mukherjee',
  'Fatima Sheikh',
  'Lakshmi Narayanan',
  'Ankita Bora',
  'Zohra Khan',
  'Meenakshi Sundaram',
  'Priya Fernandes',
  'Kavita Agarwal',
  'Lalrinpuii Sailo',
  'Sunita Devi',
  'Tenzin Dolma',
  'Nandini Gowda',
  'Bhavna Solanki',
  'Manpreet Kaur',
  'Rukmini Hegde',
  'Pallavi Kulkarni',
  'Chitra Iyer',
  'Ritu Saxena',
  'Savitri Bai Chauhan',
  'Ayesha Begum',
  'Roshni D’Souza',
  'Sneha Menon',
  'Farida Contractor',
  'Subhashini Krishnamoorthy',
  'Gauri Phadke',
  'Anjali Tiwari',
  'Shabnam Mirza',
  'Kamala Devi Thapa',
  'Nengneithem Haokip',
  'Sreelatha Vasudevan',
  'Parveen Sultana',
  'Ila Baruah',
]);

const playerNames = [
  'Aditya Shetty',
  'Kabir Malhotra',
  'Nikhil D’Costa',
  'Rahul Bansal',
  'Sameer Pathan',
  'Varun Krishnan',
  'Tushar Jagtap',
  'Sanya Kapoor',
  'Imran Qadri',
  'Joel Mathew',
  'Prateek Arora',
  'Shruti Rane',
  'Deepak Rawat',
  'Harish Poojary',
  'Mihir Trivedi',
  'Ritwik Sengupta',
  'Akash Lamba',
  'Naveen Gowda',
  'Danish Merchant',
  'Yash Salunkhe',
  'Corporate Cup: Infinite Loop Software Private Limited',
  'Sunday Strikers FC',
];

/** Returns the people who book at the clinics. */
export const patients = patientNames.map((name, index) => ({
  ...booker(name, index, 'patients.example'),
  ...(index % 5 !== 4 && { about: inventAbout(name, index) }),
}));

/** Invents birth and sex, of two in three only the year of birth, and the mother of a child. */
function inventAbout(name: string, index: number): PersonFacts {
  const year = String(1938 + ((index * 37) % 84));
  const day = `-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`;
  return {
    born: index % 3 === 0 ? `${year}${day}` : year,
    sex: women.has(name) ? 'female' : 'male',
    guardian: year > '2010' ? `Mrs. ${name.split(' ').at(-1)}` : null,
  };
}

/** Returns the people who book at the ground. */
export const players = playerNames.map((name, index) =>
  booker(name, patientNames.length + index, 'players.example'),
);

/** Returns the people who have bookings on the quiet days; the others are new since. */
export function getRegulars(bookers: readonly Booker[]): readonly Booker[] {
  return bookers.slice(0, Math.ceil((bookers.length * 2) / 3));
}

/** Creates a person, with a visibly invented number: +91 98765 0…. */
function booker(name: string, index: number, domain: string): Booker {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .split(' ');
  return {
    name,
    email: index % 6 === 2 ? null : `${[words[0], words.at(-1)].join('.')}@${domain}`,
    contact: index % 9 === 7 ? null : `+91 98765 0${String(1009 + index * 101).padStart(4, '0')}`,
  };
}
