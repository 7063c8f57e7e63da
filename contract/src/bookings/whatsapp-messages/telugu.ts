import type { MessageWords } from './message-words.ts';

const reply = 'రాలేకపోతే ఇక్కడే తెలియజేయండి.';
const otherTime = 'మరో సమయం కోసం ఇక్కడే తెలియజేయండి.';

export const telugu: MessageWords = {
  name: 'తెలుగు',
  head: 'నమస్కారం!',
  tails: {
    booked: reply,
    moved: reply,
    reminder: 'మీరు వస్తున్నారా? ఇక్కడే తెలియజేయండి.',
    cancelled: otherTime,
    closed_day: `అసౌకర్యానికి చింతిస్తున్నాం. ${otherTime}`,
    received: 'ధన్యవాదాలు!',
    balance: 'వీలు చూసుకుని చెల్లించండి. ధన్యవాదాలు!',
    refund: 'ధన్యవాదాలు!',
    late: 'అసౌకర్యానికి చింతిస్తున్నాం.',
  },
  sentences: {
    doctor: {
      booked: '{business} వద్ద {person} గారి అపాయింట్‌మెంట్ బుక్ అయింది:',
      moved: '{business} వద్ద {person} గారి అపాయింట్‌మెంట్ సమయం మారింది. కొత్త సమయం:',
      reminder: '{business} వద్ద {person} గారి అపాయింట్‌మెంట్ గుర్తు చేస్తున్నాం:',
      cancelled: '{business} వద్ద {person} గారి అపాయింట్‌మెంట్ రద్దు అయింది:',
      closed_day: 'ఈ సమయంలో {business} సెలవు, అందుకే {person} గారి అపాయింట్‌మెంట్ రద్దు అయింది:',
      received: '{business} వద్ద {person} గారి {day} అపాయింట్‌మెంట్‌కు {amount} అందాయి.',
      balance: '{business} వద్ద {person} గారి {day} అపాయింట్‌మెంట్‌కు {amount} చెల్లించాల్సి ఉంది.',
      refund: '{business} వారు {person} గారి {day} అపాయింట్‌మెంట్‌కు {amount} తిరిగి ఇచ్చారు.',
      late: 'డాక్టర్ గారికి ఈరోజు ఆలస్యం అవుతోంది, సుమారు {time} గంటలకు మొదలుపెడతారు. {business} వద్ద {person} గారి అపాయింట్‌మెంట్:',
    },
    turf: {
      booked: '{business} వద్ద {person} గారి బుకింగ్ అయింది:',
      moved: '{business} వద్ద {person} గారి బుకింగ్ సమయం మారింది. కొత్త సమయం:',
      reminder: '{business} వద్ద {person} గారి బుకింగ్ గుర్తు చేస్తున్నాం:',
      cancelled: '{business} వద్ద {person} గారి బుకింగ్ రద్దు అయింది:',
      closed_day: 'ఈ సమయంలో {business} సెలవు, అందుకే {person} గారి బుకింగ్ రద్దు అయింది:',
      received: '{business} వద్ద {person} గారి {day} బుకింగ్‌కు {amount} అందాయి.',
      balance: '{business} వద్ద {person} గారి {day} బుకింగ్‌కు {amount} చెల్లించాల్సి ఉంది.',
      refund: '{business} వారు {person} గారి {day} బుకింగ్‌కు {amount} తిరిగి ఇచ్చారు.',
      late: '{business} ఈరోజు ఆలస్యంగా, సుమారు {time} గంటలకు మొదలవుతుంది. {person} గారి బుకింగ్:',
    },
  },
  location: 'లొకేషన్',
  ownPage: 'చూడండి, మార్చండి లేదా రద్దు చేయండి',
  weekdays: ['ఆదివారం', 'సోమవారం', 'మంగళవారం', 'బుధవారం', 'గురువారం', 'శుక్రవారం', 'శనివారం'],
  months: ['జనవరి', 'ఫిబ్రవరి', 'మార్చి', 'ఏప్రిల్', 'మే', 'జూన్', 'జూలై', 'ఆగస్టు', 'సెప్టెంబర్', 'అక్టోబర్', 'నవంబర్', 'డిసెంబర్'],
  parts: [
    [4, 'రాత్రి'],
    [12, 'ఉదయం'],
    [16, 'మధ్యాహ్నం'],
    [19, 'సాయంత్రం'],
    [24, 'రాత్రి'],
  ],
  time: '{part} {clock}',
  at: '{from} గంటలకు',
  range: '{from} నుండి {to} వరకు',
};
