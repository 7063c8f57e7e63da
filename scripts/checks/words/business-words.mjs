import { parseSync } from 'oxc-parser';

/** The words that belong to one business type (docs/decisions/0015-words.md). */
const ownWords = {
  doctor: /\b(?:appointments?|patients?|doctors?|clinics?|hospitals?|prescriptions?)\b/i,
  turf: /\b(?:bookings?|customers?|courts?|turfs?|slots?)\b/i,
};

/** Texts that both types share: agreed labels, and one name of a page. */
const sharedTexts =
  /booking reference|Booking time slots|Add New Time Slot|Please fill in all time slots|^Bookings$|New Appointment|View Appointments|Upcoming Appointments|No appointments scheduled|Failed to (?:create|cancel) appointment|Double bookings/i;

/**
 * Files whose screens only one type opens. Their texts need no choice: prescriptions, notes and
 * queues of doctors are a clinic's, parts of courts a turf's.
 */
const filesOfOneType = [
  [
    /^web\/src\/modules\/bookings\/(?:appointments\/(?:actions\/prescription|visit)|waiting-room)\//,
    'doctor',
  ],
  [/^web\/src\/modules\/availability\/resources\/part/, 'turf'],
];

/** Texts for one type in a file of both, if no condition near them names the type. */
const textsOfOneType = {
  doctor: new Set([
    'Prescription',
    'Prescriptions',
    'View prescription',
    'View prescription of',
    'Upload prescription of',
    'Doctor Name',
    'Choose a doctor to keep the time for them.',
    'Not one of your doctors: no time is kept.',
    'I see patients myself',
    "This person may change the doctor's own hours and closures.",
  ]),
  turf: new Set(['A court has no part, or at least two']),
};

/**
 * Returns whether a file has texts that the people of a business read. The others are read by super
 * admins, or before the type is known: sign-in and onboarding. The page table has a row of each
 * type.
 */
export function isForBusinesses(path) {
  return (
    /^web\/src\/.*\.tsx?$/.test(path) &&
    !/\.test\.tsx?$/.test(path) &&
    !/^web\/src\/(?:modules\/platform|modules\/audit\/support-access|modules\/identity\/session|modules\/tenancy\/onboarding)\//.test(
      path,
    ) &&
    path !== 'web/src/app/page-table.ts'
  );
}

/**
 * Finds the texts of a file that are in the words of one business type without being chosen by it,
 * or in the words of the other type. A text is chosen below a property `doctor` or `turf`, or below
 * a condition that names one of them.
 */
export function foreignWords({ path, text }) {
  const faults = [];
  const ofFile = filesOfOneType.find(([pattern]) => pattern.test(path))?.[1];
  visit(parseSync(path, text).program, ofFile);
  return faults;

  function visit(node, type) {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, type));
    if (node === null || typeof node !== 'object') return undefined;
    if (isUnread(node)) return undefined;
    const said = textOf(node)?.replaceAll(/\s+/g, ' ').trim();
    if (said !== undefined && isForeign(said, type)) faults.push(`${path}: ${said}`);
    for (const [child, childType] of typedChildren(node, type)) visit(child, childType);
    return undefined;
  }

  function typedChildren(node, type) {
    if (ofFile) return Object.values(node).map((child) => [child, ofFile]);
    if (node.type === 'Property') return [[node.value, isType(nameOf(node.key)) ? nameOf(node.key) : type]];
    if (node.type === 'ConditionalExpression' || node.type === 'IfStatement') {
      const chosen = typeNamed(node.test) ?? type;
      const otherwise = typeNamed(node.test) ? otherThan(chosen) : type;
      return [
        [node.consequent, chosen],
        [node.alternate, otherwise],
      ];
    }
    if (node.type === 'LogicalExpression' && node.operator === '&&')
      return [[node.right, typeNamed(node.left) ?? type]];
    return Object.values(node).map((child) => [child, type]);
  }

  /** Returns the type for which a condition holds; undefined if it names none. */
  function typeNamed(test) {
    const written = text.slice(test.start, test.end);
    const named = /turf|court/i.test(written) ? 'turf' : /doctor/i.test(written) ? 'doctor' : undefined;
    return named && /!==|^!/.test(written) ? otherThan(named) : named;
  }
}

function isForeign(said, type) {
  // Skips a name of the program: without a space, and no word that begins with a capital letter.
  if (!/ |^[A-Z][a-z]/.test(said)) return false;
  const left = said.replaceAll(new RegExp(sharedTexts, 'gi'), '');
  const own = type ?? Object.keys(textsOfOneType).find((one) => textsOfOneType[one].has(said));
  return Object.entries(ownWords).some(([one, words]) => one !== own && words.test(left));
}

function textOf(node) {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateElement' ? node.value.cooked : undefined;
}

/** Returns whether a node is a type, or the address of an import. */
function isUnread(node) {
  return /^Import|^ExportAll|^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type ?? '');
}

function nameOf(key) {
  return key.name ?? key.value;
}

function isType(name) {
  return Object.hasOwn(ownWords, name);
}

function otherThan(type) {
  return type === 'turf' ? 'doctor' : 'turf';
}
