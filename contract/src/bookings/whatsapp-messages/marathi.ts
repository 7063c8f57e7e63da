import type { MessageWords } from './message-words.ts';

const reply = 'येणे जमणार नसेल तर इथेच कळवा.';
const otherTime = 'दुसऱ्या वेळेसाठी इथेच कळवा.';

export const marathi: MessageWords = {
  name: 'मराठी',
  head: 'नमस्कार!',
  tails: {
    booked: reply,
    moved: reply,
    reminder: 'येत आहात ना? इथेच कळवा.',
    cancelled: otherTime,
    closed_day: `गैरसोयीबद्दल क्षमस्व. ${otherTime}`,
    received: 'धन्यवाद!',
    balance: 'सोयीनुसार पेमेंट करा. धन्यवाद!',
    refund: 'धन्यवाद!',
  },
  sentences: {
    doctor: {
      booked: '{business} येथे {person} यांची अपॉइंटमेंट बुक झाली आहे:',
      moved: '{business} येथील {person} यांच्या अपॉइंटमेंटची वेळ बदलली आहे. नवीन वेळ:',
      reminder: '{business} येथील {person} यांच्या अपॉइंटमेंटची आठवण:',
      cancelled: '{business} येथील {person} यांची अपॉइंटमेंट रद्द झाली आहे:',
      closed_day: 'या वेळी {business} येथे सुट्टी आहे, त्यामुळे {person} यांची अपॉइंटमेंट रद्द झाली आहे:',
      received: '{business} येथे {person} यांच्या {day} च्या अपॉइंटमेंटचे {amount} मिळाले आहेत.',
      balance: '{business} येथे {person} यांच्या {day} च्या अपॉइंटमेंटचे {amount} बाकी आहेत.',
      refund: '{business} येथून {person} यांच्या {day} च्या अपॉइंटमेंटचे {amount} परत दिले आहेत.',
    },
    turf: {
      booked: '{business} येथे {person} यांचे बुकिंग झाले आहे:',
      moved: '{business} येथील {person} यांच्या बुकिंगची वेळ बदलली आहे. नवीन वेळ:',
      reminder: '{business} येथील {person} यांच्या बुकिंगची आठवण:',
      cancelled: '{business} येथील {person} यांचे बुकिंग रद्द झाले आहे:',
      closed_day: 'या वेळी {business} येथे सुट्टी आहे, त्यामुळे {person} यांचे बुकिंग रद्द झाले आहे:',
      received: '{business} येथे {person} यांच्या {day} च्या बुकिंगचे {amount} मिळाले आहेत.',
      balance: '{business} येथे {person} यांच्या {day} च्या बुकिंगचे {amount} बाकी आहेत.',
      refund: '{business} येथून {person} यांच्या {day} च्या बुकिंगचे {amount} परत दिले आहेत.',
    },
  },
  location: 'लोकेशन',
  ownPage: 'पाहा, बदला किंवा रद्द करा',
  weekdays: ['रविवार', 'सोमवार', 'मंगळवार', 'बुधवार', 'गुरुवार', 'शुक्रवार', 'शनिवार'],
  months: [
    'जानेवारी',
    'फेब्रुवारी',
    'मार्च',
    'एप्रिल',
    'मे',
    'जून',
    'जुलै',
    'ऑगस्ट',
    'सप्टेंबर',
    'ऑक्टोबर',
    'नोव्हेंबर',
    'डिसेंबर',
  ],
  parts: [
    [4, 'रात्री'],
    [6, 'पहाटे'],
    [12, 'सकाळी'],
    [16, 'दुपारी'],
    [20, 'संध्याकाळी'],
    [24, 'रात्री'],
  ],
  time: '{part} {clock}',
  at: '{from} वाजता',
  range: '{from} ते {to}',
};
