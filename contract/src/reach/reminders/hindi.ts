import type { ReminderWords } from './reminder-words.ts';

export const hindi: ReminderWords = {
  greeting: 'नमस्ते {person},',
  subject: { doctor: 'याद रखें: {business} में आपका अपॉइंटमेंट', turf: 'याद रखें: {business} में आपकी बुकिंग' },
  one: { doctor: '{business} में आपका यह अपॉइंटमेंट याद रखें:', turf: '{business} में आपकी यह बुकिंग याद रखें:' },
  several: { doctor: '{business} में आपके ये अपॉइंटमेंट याद रखें:', turf: '{business} में आपकी ये बुकिंग याद रखें:' },
  own: 'यहाँ देखें, बदलें या कैंसल करें: {link}',
  cannot: 'अगर आना न हो पाए तो {business} को बता दें।',
  why: {
    doctor:
      'यह ईमेल आपको इसलिए मिला है क्योंकि {business} आपका अपॉइंटमेंट Samay से संभालता है। आपकी जानकारी का उपयोग कैसे होता है: {link}',
    turf: 'यह ईमेल आपको इसलिए मिला है क्योंकि {business} आपकी बुकिंग Samay से संभालता है। आपकी जानकारी का उपयोग कैसे होता है: {link}',
  },
  noMore: 'अगर {business} से और रिमाइंडर नहीं चाहिए तो यहाँ बताएँ: {link}',
};
