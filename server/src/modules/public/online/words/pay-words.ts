import type { OwnLanguage } from '../../own-booking/own-words.ts';

/** The words of the page on which a visitor pays before the booking. Sentences have names in braces. */
interface PayWords {
  readonly title: string;
  /** `{amount}` */
  readonly pay: string;
  readonly unpaid: string;
  readonly checking: string;
  readonly away: string;
  readonly tryAgain: string;
  readonly keptNoLonger: string;
  readonly keepAgain: string;
  /** On the page to which the payment page leads back. */
  readonly goOn: string;
  readonly notBooked: string;
  /** Why, where another visitor was first; and where the business takes none at the moment. */
  readonly taken: string;
  readonly closed: string;
  /** Why, where it was paid too late, twice, or with another amount. */
  readonly late: string;
  readonly second: string;
  readonly amount: string;
  /** The way of the money that was not taken, and of that which was. */
  readonly released: string;
  readonly returned: string;
  /** The subject of the email about money that goes back. */
  readonly goesBack: string;
}

/** The words of the page of a payment by language. */
export const payWords: Readonly<Record<OwnLanguage, PayWords>> = {
  en: {
    title: 'Pay to book',
    pay: 'Pay {amount}',
    unpaid: 'Nothing was paid. You can pay again.',
    checking: 'Your payment is being checked. This page reloads automatically.',
    away: 'The payment page cannot be reached at the moment. Please try again.',
    tryAgain: 'Try again',
    keptNoLonger:
      'The time is no longer kept for you. If you have paid already, please wait a minute and reload this page.',
    keepAgain: 'Keep the time again',
    goOn: 'Continue',
    notBooked: 'This was not booked',
    taken: 'Another visitor had this time before your payment arrived.',
    closed: 'No time is given on this page at the moment.',
    goesBack: 'Your payment goes back to you',
    late: 'Your payment arrived when this time was no longer kept for you.',
    second: 'You have booked this time already, without this payment.',
    amount: 'Another amount was paid than was asked for.',
    released: 'Your money is not taken: your bank or app shows it again within some days.',
    returned:
      'Your money goes back to you automatically. Your bank or app shows it within five to seven working days.',
  },
  hi: {
    title: 'भुगतान करके बुक करें',
    pay: '{amount} भुगतान करें',
    unpaid: 'कोई भुगतान नहीं हुआ। आप फिर से भुगतान कर सकते हैं।',
    checking: 'आपके भुगतान की जाँच हो रही है। यह पेज अपने आप फिर खुलेगा।',
    away: 'भुगतान का पेज अभी नहीं खुल रहा है। कृपया फिर कोशिश करें।',
    tryAgain: 'फिर कोशिश करें',
    keptNoLonger: 'यह समय अब आपके लिए रखा नहीं है। अगर आपने भुगतान कर दिया है, तो एक मिनट रुककर यह पेज फिर खोलें।',
    keepAgain: 'समय फिर से रखें',
    goOn: 'आगे बढ़ें',
    notBooked: 'यह बुक नहीं हुआ',
    taken: 'आपका भुगतान आने से पहले यह समय किसी और ने ले लिया।',
    closed: 'अभी इस पेज पर समय नहीं दिए जा रहे हैं।',
    goesBack: 'आपका भुगतान आपको लौट रहा है',
    late: 'आपका भुगतान तब आया जब यह समय आपके लिए रखा नहीं था।',
    second: 'यह समय आपके लिए पहले से बुक है, इस भुगतान के बिना।',
    amount: 'जितने पैसे माँगे गए थे, उससे अलग रकम दी गई।',
    released: 'आपके पैसे नहीं लिए गए हैं: कुछ दिनों में आपके बैंक या ऐप में फिर दिखेंगे।',
    returned: 'आपके पैसे अपने आप लौट रहे हैं। पाँच से सात कामकाजी दिनों में आपके बैंक या ऐप में दिखेंगे।',
  },
  mr: {
    title: 'पैसे भरून बुक करा',
    pay: '{amount} भरा',
    unpaid: 'पैसे भरले गेले नाहीत. तुम्ही पुन्हा भरू शकता.',
    checking: 'तुमचे पैसे आले का ते पाहत आहोत. हे पान आपोआप पुन्हा उघडेल.',
    away: 'पैसे भरायचे पान सध्या उघडत नाही. कृपया पुन्हा प्रयत्न करा.',
    tryAgain: 'पुन्हा प्रयत्न करा',
    keptNoLonger: 'ही वेळ आता तुमच्यासाठी ठेवलेली नाही. तुम्ही पैसे भरले असतील तर एक मिनिट थांबून हे पान पुन्हा उघडा.',
    keepAgain: 'वेळ पुन्हा ठेवा',
    goOn: 'पुढे जा',
    notBooked: 'हे बुक झाले नाही',
    taken: 'तुमचे पैसे येण्याआधी ही वेळ दुसऱ्या कोणी घेतली.',
    closed: 'सध्या या पानावर वेळा दिल्या जात नाहीत.',
    goesBack: 'तुमचे पैसे तुम्हाला परत येतात',
    late: 'तुमचे पैसे आले तेव्हा ही वेळ तुमच्यासाठी ठेवलेली नव्हती.',
    second: 'ही वेळ या पैशांशिवाय तुमच्यासाठी आधीच बुक आहे.',
    amount: 'मागितलेल्या रकमेपेक्षा वेगळी रक्कम भरली गेली.',
    released: 'तुमचे पैसे घेतलेले नाहीत: काही दिवसांत ते तुमच्या बँकेत किंवा ॲपमध्ये पुन्हा दिसतील.',
    returned: 'तुमचे पैसे आपोआप परत येतात. पाच ते सात कामाच्या दिवसांत ते तुमच्या बँकेत किंवा ॲपमध्ये दिसतील.',
  },
  te: {
    title: 'చెల్లించి బుక్ చేయండి',
    pay: '{amount} చెల్లించండి',
    unpaid: 'చెల్లింపు జరగలేదు. మీరు మళ్లీ చెల్లించవచ్చు.',
    checking: 'మీ చెల్లింపును చూస్తున్నాము. ఈ పేజీ దానంతట అదే మళ్లీ తెరుచుకుంటుంది.',
    away: 'చెల్లింపు పేజీ ప్రస్తుతం తెరుచుకోవడం లేదు. దయచేసి మళ్లీ ప్రయత్నించండి.',
    tryAgain: 'మళ్లీ ప్రయత్నించండి',
    keptNoLonger: 'ఈ సమయం ఇక మీ కోసం ఉంచలేదు. మీరు ఇప్పటికే చెల్లించి ఉంటే, ఒక నిమిషం ఆగి ఈ పేజీని మళ్లీ తెరవండి.',
    keepAgain: 'సమయాన్ని మళ్లీ ఉంచండి',
    goOn: 'కొనసాగండి',
    notBooked: 'ఇది బుక్ కాలేదు',
    taken: 'మీ చెల్లింపు రాకముందే ఈ సమయాన్ని వేరొకరు తీసుకున్నారు.',
    closed: 'ప్రస్తుతం ఈ పేజీలో సమయాలు ఇవ్వడం లేదు.',
    goesBack: 'మీ డబ్బు మీకు తిరిగి వస్తుంది',
    late: 'మీ చెల్లింపు వచ్చేటప్పటికి ఈ సమయం మీ కోసం ఉంచలేదు.',
    second: 'ఈ సమయం ఈ చెల్లింపు లేకుండానే మీ కోసం ఇప్పటికే బుక్ అయింది.',
    amount: 'అడిగిన మొత్తం కాకుండా వేరే మొత్తం చెల్లించారు.',
    released: 'మీ డబ్బు తీసుకోలేదు: కొన్ని రోజుల్లో మీ బ్యాంకులో లేదా యాప్‌లో మళ్లీ కనిపిస్తుంది.',
    returned: 'మీ డబ్బు దానంతట అదే తిరిగి వస్తుంది. ఐదు నుండి ఏడు పని దినాల్లో మీ బ్యాంకులో లేదా యాప్‌లో కనిపిస్తుంది.',
  },
};
