import type { MessageWords } from './message-words.ts';

const reply = 'अगर आना न हो पाए तो यहीं बता दें।';
const otherTime = 'दूसरे समय के लिए यहीं बता दें।';

export const hindi: MessageWords = {
  name: 'हिन्दी',
  head: 'नमस्ते!',
  tails: {
    booked: reply,
    moved: reply,
    reminder: 'क्या आप आ रहे हैं? यहीं बता दें।',
    cancelled: otherTime,
    closed_day: `असुविधा के लिए खेद है। ${otherTime}`,
    received: 'धन्यवाद!',
    balance: 'सुविधा से पेमेंट कर दें। धन्यवाद!',
    refund: 'धन्यवाद!',
    late: 'असुविधा के लिए खेद है।',
  },
  sentences: {
    doctor: {
      booked: '{business} में {person} का अपॉइंटमेंट बुक हो गया है:',
      moved: '{business} में {person} के अपॉइंटमेंट का समय बदल गया है। नया समय:',
      reminder: '{business} में {person} का अपॉइंटमेंट याद रखें:',
      cancelled: '{business} में {person} का अपॉइंटमेंट कैंसल हो गया है:',
      closed_day: 'इस समय {business} में छुट्टी है, इसलिए {person} का अपॉइंटमेंट कैंसल हो गया है:',
      received: '{business} को {person} के {day} के अपॉइंटमेंट के {amount} मिल गए हैं।',
      balance: '{business} में {person} के {day} के अपॉइंटमेंट के {amount} बाकी हैं।',
      refund: '{business} ने {person} के {day} के अपॉइंटमेंट के {amount} लौटा दिए हैं।',
      late: 'डॉक्टर को आज देर हो रही है, वे लगभग {time} बजे से देखेंगे। {business} में {person} का अपॉइंटमेंट:',
    },
    turf: {
      booked: '{business} में {person} की बुकिंग हो गई है:',
      moved: '{business} में {person} की बुकिंग का समय बदल गया है। नया समय:',
      reminder: '{business} में {person} की बुकिंग याद रखें:',
      cancelled: '{business} में {person} की बुकिंग कैंसल हो गई है:',
      closed_day: 'इस समय {business} में छुट्टी है, इसलिए {person} की बुकिंग कैंसल हो गई है:',
      received: '{business} को {person} की {day} की बुकिंग के {amount} मिल गए हैं।',
      balance: '{business} में {person} की {day} की बुकिंग के {amount} बाकी हैं।',
      refund: '{business} ने {person} की {day} की बुकिंग के {amount} लौटा दिए हैं।',
      late: '{business} आज देर से, लगभग {time} बजे शुरू होगा। {person} की बुकिंग:',
    },
  },
  location: 'लोकेशन',
  ownPage: 'देखें, बदलें या कैंसल करें',
  weekdays: ['रविवार', 'सोमवार', 'मंगलवार', 'बुधवार', 'गुरुवार', 'शुक्रवार', 'शनिवार'],
  months: ['जनवरी', 'फ़रवरी', 'मार्च', 'अप्रैल', 'मई', 'जून', 'जुलाई', 'अगस्त', 'सितंबर', 'अक्टूबर', 'नवंबर', 'दिसंबर'],
  parts: [
    [4, 'रात'],
    [12, 'सुबह'],
    [16, 'दोपहर'],
    [20, 'शाम'],
    [24, 'रात'],
  ],
  time: '{part} {clock}',
  at: '{from} बजे',
  range: '{from} से {to} बजे',
};
