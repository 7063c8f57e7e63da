import type { OwnLanguage } from '../own-booking/own-words.ts';

/** The words of the board in a language. */
export interface BoardWords {
  readonly title: string;
  readonly inside: string;
  /** The head of those who are called. */
  readonly called: string;
  readonly next: string;
  readonly playing: string;
  readonly free: string;
  readonly nobody: string;
  /** `{time}` */
  readonly until: string;
  /** A doctor who is late; the second has `{time}`, about when they begin. */
  readonly late: string;
  readonly lateUntil: string;
  readonly sound: string;
  /** `{time}` */
  readonly stale: string;
}

export const boardWords: Readonly<Record<OwnLanguage, BoardWords>> = {
  en: {
    title: 'Waiting room',
    inside: 'Now inside',
    called: 'Please come in',
    next: 'Next',
    playing: 'Playing',
    free: 'Free',
    nobody: 'Nobody is waiting',
    until: 'until {time}',
    late: 'Running late',
    lateUntil: 'Running late, begins about {time}',
    sound: 'Turn the sound on',
    stale: 'Not up to date since {time}',
  },
  hi: {
    title: 'प्रतीक्षा कक्ष',
    inside: 'अभी अंदर',
    called: 'कृपया अंदर आएँ',
    next: 'अगला',
    playing: 'खेल जारी',
    free: 'खाली',
    nobody: 'कोई प्रतीक्षा में नहीं',
    until: '{time} तक',
    late: 'देर हो रही है',
    lateUntil: 'देर हो रही है, लगभग {time} से',
    sound: 'आवाज़ चालू करें',
    stale: '{time} से अपडेट नहीं हुआ',
  },
  mr: {
    title: 'प्रतीक्षा कक्ष',
    inside: 'आता आत',
    called: 'कृपया आत या',
    next: 'पुढील',
    playing: 'खेळ सुरू',
    free: 'रिकामे',
    nobody: 'कोणी वाट पाहत नाही',
    until: '{time} पर्यंत',
    late: 'उशीर होत आहे',
    lateUntil: 'उशीर होत आहे, साधारण {time} पासून',
    sound: 'आवाज सुरू करा',
    stale: '{time} पासून अद्ययावत नाही',
  },
  te: {
    title: 'వేచి ఉండే గది',
    inside: 'ఇప్పుడు లోపల',
    called: 'దయచేసి లోపలికి రండి',
    next: 'తదుపరి',
    playing: 'ఆడుతున్నారు',
    free: 'ఖాళీ',
    nobody: 'ఎవరూ వేచి లేరు',
    until: '{time} వరకు',
    late: 'ఆలస్యం అవుతోంది',
    lateUntil: 'ఆలస్యం అవుతోంది, సుమారు {time} నుండి',
    sound: 'ధ్వనిని ఆన్ చేయండి',
    stale: '{time} నుండి తాజాగా లేదు',
  },
};
