/**
 * Names of the generated bookings. They are chosen by remainders, so every database of one size
 * contains the same rows.
 */
export const firstNames =
  'Aarav,Ishita,Venkatesh,Gurpreet,Fatima,Lakshmi,Rohan,Ankita,Zohra,Meenakshi,Joseph,Priya,Harshad,Kavita,Debashish,Sunita,Imran,Tenzin,Nandini,Bhavna,Arjun,Manpreet,Siddharth,Rukmini,Alok,Pallavi,Chitra,Ritu,Kiran,Nilesh,Ayesha,Bikash,Sneha,Hemant,Gauri,Vikram,Anjali,Dinesh,Yusuf,Kamala,Ramesh'.split(
    ',',
  );
export const lastNames =
  'Sharma,Mukherjee,Subramanian,Ahluwalia,Sheikh,Narayanan,Deshmukh,Bora,Khan,Sundaram,Kurian,Fernandes,Patel,Agarwal,Chattopadhyay,Devi,Ansari,Dolma,Gowda,Solanki,Nair,Kaur,Joshi,Hegde,Mishra,Kulkarni,Iyer,Saxena,Reddy,Gaikwad,Begum,Pradhan,Menon,Rathore,Phadke,Shekhawat,Tiwari,Choudhary,Lakdawala,Thapa,Naidu,Bhatt,Baruah'.split(
    ',',
  );
export const doctors = [
  'Dr. Ananya Iyer',
  'Dr. Rajesh Deshpande',
  'Dr. Farhan Qureshi',
  'Dr. Harpreet Kaur Gill',
  'Default Doctor',
];

/**
 * Search terms as users type them: whole and partial names, full names, parts of a telephone number
 * and of a reference.
 */
export const searchTerms = [
  'sharma',
  'venkat',
  'priya nair',
  'krish',
  'ukherj',
  '98765 01',
  '40417',
  'fatima sheikh',
];
