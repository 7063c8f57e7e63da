import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildSeparately } from './separate-build.ts';
import { leanContract, pureFunctions } from './lean-contract.ts';
import { leanLibrary } from './lean-library.ts';
import { pagePreloads } from './page-preloads.ts';

const server = process.env['SAMAY_SERVER'] ?? 'http://127.0.0.1:3000';
/** The libraries of every page, in one chunk: it compresses better and takes one request. */
const framework = [
  // Matches only the part of use-sync-external-store that the router uses: the rest belongs to the
  // charts.
  /node_modules[/](react|react-dom|scheduler|use-sync-external-store[/](shim|cjs[/]use-sync-external-store-shim)|@tanstack[/](react-router|router-core|history|store|react-store))[/]/,
  /@mantine[/]core[/]esm[/](core[/](Box|MantineProvider|styles-api|factory|InlineStyles|DirectionProvider)|components[/](Text|Loader|Input|InputBase|Button|UnstyledButton|ActionIcon|Stack|Group|Title|Anchor|Alert|CloseButton|TextInput|Transition|Center|Checkbox|PasswordInput|Divider))[/]/,
];
/**
 * Small modules that many pages share. A chunk each would be one more name in the entry's list of
 * files.
 */
const entrance = [
  /@tabler[/]icons-react[/]dist[/]esm[/](createReactComponent|defaultAttributes)[.]/,
  /web[/]src[/](lib[/]session[/](sign-in-email|return-url)|ui[/]layout[/](legal-links|wordmark))[.]/,
  // The modules that lean-contract.ts creates: addresses and texts, not schemas.
  /^\0contract-addresses:.*[/](google-sign-in|passwords)[.]|[/]oauth-callback[.]ts[?]plain$/,
];
/**
 * Modules that the library's components and ours use while they load. In one chunk with those they
 * would cause a circular import.
 */
const leaves = [
  /@mantine[/]hooks[/]esm[/](utils[/])?use-(callback-ref|debounced-\w+|disclosure|local-storage|mutation-observer|timeout|window-event)[/]/,
  /@mantine[/]core[/]esm[/](components[/](Accordion[/]AccordionChevron|VisuallyHidden[/]VisuallyHidden)|core[/]utils[/](create-safe-context|get-breakpoint-value|get-sorted-breakpoints))[/.]/,
];
const inside = [
  /[/](core[/](alternatives|characters|telephone)|availability[/]resources)[.]ts[?]plain$|[/]core[/]utils[/]get-env[/]/,
  /web[/]src[/](modules[/]tenancy[/]setup-checklist[/](api|use-dismissal)|ui[/](feedback[/]loaded-section|form[/]native-choice|layout[/]lines-card))[.]|^\0contract-addresses:.*[/]setup-checklist[.]/,
  /@tanstack[/](query-core|react-query)[/]/,
  /@mantine[/]core[/]esm[/]components[/](Skeleton|Switch)[/]/,
  /@mantine[/](core|hooks)[/]esm[/].*(find-element-in-shadow-dom|use-clamp|utils[/]clamp)[/.]/,
  /@mantine[/](notifications[/]esm[/]notifications[.]store|store[/]esm[/]store|hooks[/]esm[/]use-network[/]use-network)[.]/,
  /@tabler[/]icons-react[/]dist[/]esm[/]icons[/]Icon(AlertTriangle|Ban|CalendarClock|Check|ChevronDown|ChevronLeft|ChevronRight|Copy|CurrencyRupee|Dots|Download|FileText|Logout|Plus|Refresh|Search|UserOff)[.]/,
  /contract[/]src[/](core[/](fold|money|once|roles|time|wording)|bookings[/](appointments|statuses))[.]ts[?]plain$/,
  /^\0contract-addresses:.*[/](appointments|booking-warnings|calendar|day-sheet|delays|deliveries|money|patients|people|prescriptions|queue|to-bill|transitions)[.]/,
  /web[/]src[/]lib[/](actions|days|facts-values|browser[/](day-sheet-store|midnight|time-jumps|use-today)|draft|query-client|shortcuts|status-tone|session[/]use-may-(book|close))[.]/,
  /web[/]src[/](app[/](pages[/]sign-out-button|routing[/](navigation|page-icons|use-address-filters)|shell[/](attention-mark|color-scheme-toggle|daily-links))|modules[/](desk[/]day-sheet[/](api|use-stored-sheet)|reach[/]deliveries[/](api|wording)))[.]/,
  /web[/]src[/]modules[/]bookings[/](api|booked|desk-methods|list-filters|queue-cache|refusal|wording|appointments[/](book[/](person[/]api|model[/](unanswered|use-create-appointment))|delay-text|payment[/]may-note-payment|reference-text|use-fresh-rows))[.]/,
  /web[/]src[/]ui[/]\w+[/](badge|contact-link|copy-button|links|confirm-dialog|dialog|empty-state|failure-notice|figure-card|form-errors|form-buttons|keep-focus-in-sight|load-more)[.]/,
  /web[/]src[/]ui[/]\w+[/](long-text|part-boundary|pills|primary-button|row-button|saved-switch|screen-head|scroll-restoration|search-input|section-card|slow-notice|fixed-width-text|toast|use-escape|use-return-focus)[.]/,
  /contract[/]src[/]core[/](characters|telephone)[.]ts[?]plain$/,
];
/** The modules that the forms with a booking's time share. */
const times = [
  /web[/]src[/]modules[/]bookings[/](taken-notice[.]|appointments[/](book[/](unanswered-notice|times[/](free-starts|refused-field|time-fields))|actions[/]scope-choice)[.])/,
];
/**
 * The library of the contract's schemas, with the words that all of them use: the forms of many
 * pages load it.
 */
const schemas = [
  /node_modules[/]zod[/]/,
  /^[/].*contract[/]src[/]core[/](characters|endpoint|money|once|roles|text|time)[.]ts$/,
];
/** The form above the lists of bookings and the menu of their rows, which are always together. */
const deskRows =
  /web[/]src[/]modules[/]bookings[/]appointments[/](actions[/](appointment-menu|menu-button|pressed-delays|use-appointment-actions|use-transitions)|book[/](model|person|quick)[/](booking-(draft|values)|day-choice|person-field|quick-(booking|fields|values)|use-(booking|person-search|quick-form|quick-starts|suggested-doctor)|when-choice)|payment[/](money-api|use-money-change|use-take-payment)|status-badge)[.]/;
/**
 * The modules of free times that home and the forms of bookings share; with the forms' own parts
 * they would load the schemas at home.
 */
const freeTimes = [
  /web[/]src[/](lib[/](availability|browser[/]use-minute)|modules[/]bookings[/](away-button|free-tonight|night|resource-choices|use-resource-names|appointments[/]book[/]times[/](booked-text|day-starts|time-choices|use-time-choices)))[.]|web[/]src[/]ui[/](controls[/]slot-buttons|form[/]chips)[.]/,
  /^\0contract-addresses:.*[/]availability[/]|[/](availability[/](any-free|resource-names|services)|core[/]typed[/]numbers|tenancy[/]opening-hours)[.]ts[?]plain$/,
];
/** The rules and the notices of a new booking, and the facts about its person. */
const booking =
  /web[/]src[/](ui[/]form[/]person-facts|modules[/]bookings[/]appointments[/]book[/](booking-refusal|model[/]booking-rules|person[/](facts-fields|use-adults-of-number)))[.]/;
/** The parts that the forms of an amount share: its field, the buttons of a method, questions and texts. */
const amounts =
  /web[/]src[/](ui[/]form[/]amount-input|modules[/]bookings[/](below-zero|method-buttons|lowered-text))[.]|[/]core[/]typed[/]parse-rupees[.]ts[?]plain$/;
/** The addresses of the pages about people with a sign-in. */
const staff = /^\0contract-addresses:.*[/](profile|staff|tenants)[.]|[/]tenancy[/]staff[.]ts[?]plain$/;
/** A select with its dropdown. */
const select = [
  /@mantine[/]core[/]esm[/]components[/](Combobox|Select)[/]/,
  /web[/]src[/]ui[/]form[/]choice-select[.]/,
];
const oneOf = (parts: readonly RegExp[]) => (id: string) => parts.some((part) => part.test(id));
const proxy = {
  '/api': server,
  '/.well-known': server,
  '^/(?:(?:privacy-policy|terms)/?|landing/.*)?(?:[?].*)?$': server,
};

export default defineConfig({
  plugins: [
    leanContract(),
    leanLibrary(),
    react(),
    pagePreloads(),
    buildSeparately('landing'),
    buildSeparately('offline'),
  ],
  build: {
    outDir: 'dist',
    assetsDir: 'static',
    target: 'es2022',
    // No inlined assets: the content security policy allows files of this site only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { manualPureFunctions: pureFunctions },
      output: {
        // Lazy script chunks load from a static js path (P-16.11).
        entryFileNames: 'static/js/[name]-[hash].js',
        // Without the chunk's name: the entry lists all files.
        chunkFileNames: 'static/js/[hash].js',
        codeSplitting: {
          groups: [
            { name: 'framework', test: oneOf(framework), priority: 1 },
            { name: 'entrance', test: oneOf(entrance), includeDependenciesRecursively: false },
            { name: 'leaves', test: oneOf(leaves), includeDependenciesRecursively: false },
            { name: 'schemas', test: oneOf(schemas), includeDependenciesRecursively: false },
            { name: 'free-times', test: oneOf(freeTimes), includeDependenciesRecursively: false },
            { name: 'desk-rows', test: deskRows, includeDependenciesRecursively: false },
            { name: 'select', test: oneOf(select), includeDependenciesRecursively: false },
            {
              name: 'dates',
              test: /node_modules[/](@mantine[/]dates|dayjs)[/]|web[/]src[/]ui[/]form[/](day-input|typed-date|use-typed-day)[.]/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'radio',
              test: /@mantine[/]core[/]esm[/]components[/]Radio[/]/,
              includeDependenciesRecursively: false,
            },
            { name: 'booking', test: booking, includeDependenciesRecursively: false },
            { name: 'amounts', test: amounts, includeDependenciesRecursively: false },
            { name: 'staff', test: staff, includeDependenciesRecursively: false },
            { name: 'inside', test: oneOf(inside), includeDependenciesRecursively: false },
            { name: 'times', test: oneOf(times), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
});
