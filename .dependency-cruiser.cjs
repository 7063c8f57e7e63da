/* Which way imports may point (docs/architecture.md). scripts/checks/edges.test.mjs plants a violation of each rule and sees it fire.
   parser 'swc': with TypeScript 7 the default parser reads 0 modules and then passes, so the check also counts what was read. */

/* The layers of the server from the lowest up. Each may import those before it, and nothing of those after it. What puts the parts together
   (the files of server/src itself, scheduled-jobs, process, demo) stands above them. So do platform and public, which never import each other. */
const layers = [
  'core',
  'adapters',
  'db',
  'context',
  'http',
  'outbox',
  ...['audit', 'identity', 'files', 'tenancy', 'availability'].map(moduleFolder),
  ...[
    'online-payments',
    'visibility',
    'people',
    'ledger',
    'bookings',
    'invoicing',
    'desk',
    'reach',
    'archives',
    'imports',
  ].map(moduleFolder),
];
const layerRules = [
  ...layers.map((layer, at) => layerRule(layer, layers.slice(0, at))),
  ...['platform', 'public'].map((name) => layerRule(moduleFolder(name), layers)),
];

function moduleFolder(name) {
  return `modules/${name}`;
}

function layerRule(layer, below) {
  return {
    name: `server-layer-${layer.replace('modules/', '')}`,
    severity: 'error',
    from: { path: `^server/src/${layer}/`, pathNot: '\\.test\\.ts$' },
    to: { path: '^server/src/', pathNot: `^server/src/(${[...below, layer].join('|')})/` },
  };
}

/* The rooms of the screens of bookings. Each may import those before it and the files that lie directly in the folder; the screens of the
   last line know nothing of one another. */
const rooms = ['tell', 'payment', 'book', 'actions'];
const screens = ['details', 'visit', 'list', 'desk', 'tomorrow'];
const bookings = '^web/src/modules/bookings/appointments';
const roomRules = [
  ...rooms.map((room, at) => roomRule(room, rooms.slice(0, at))),
  ...screens.map((screen) => roomRule(screen, rooms)),
  {
    name: 'booking-room-unnamed',
    severity: 'error',
    // Files outside of the rooms import from none, so a further room has to be named above.
    from: {
      path: `${bookings}/`,
      pathNot: [`${bookings}/(${[...rooms, ...screens].join('|')})/`, '\\.test\\.tsx?$'],
    },
    to: { path: `${bookings}/[^/]+/` },
  },
];

function roomRule(room, below) {
  return {
    name: `booking-room-${room}`,
    severity: 'error',
    from: { path: `${bookings}/${room}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `${bookings}/[^/]+/`, pathNot: `${bookings}/(${[...below, room].join('|')})/` },
  };
}

module.exports = {
  forbidden: [
    ...layerRules,
    ...roomRules,
    {
      name: 'connections-stay-in-the-database-layer',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/(db|process|backup|commands)/',
          '^server/src/(start|serve|move-to-postgres)\\.ts$',
          '\\.test\\.ts$',
        ],
      },
      to: {
        path: [
          '^server/src/db/(engines|migrate/(?!pending-migrations))',
          '^server/src/db/(connection|one-message|open-database)\\.ts$',
          '^node_modules/(@types/pg|pg|@electric-sql)/',
        ],
      },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-imports-nobody',
      severity: 'error',
      from: { path: '^contract/src' },
      to: { path: '^(server|web|sandbox|e2e|bench)/' },
    },
    {
      name: 'web-talks-over-the-contract',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|sandbox|e2e|bench)/' },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: '^server/src' },
      to: { path: '^(web|sandbox|e2e|bench)/' },
    },
    {
      name: 'sandbox-plays-an-outsider',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(server|web|contract|e2e|bench)/' },
    },
    {
      name: 'e2e-and-bench-use-http-only',
      severity: 'error',
      from: { path: '^(e2e|bench)/' },
      to: { path: '^(server|web)/src' },
    },
    {
      name: 'sql-only-in-queries',
      severity: 'error',
      from: { path: '^server/src/modules', pathNot: '(queries|\\.test)\\.ts$' },
      to: { path: '^server/src/db/(?!(?:tenant|read-in-one-message|transaction)\\.ts)' },
    },
    {
      name: 'queries-know-only-the-database',
      severity: 'error',
      from: { path: 'queries\\.ts$' },
      to: {
        path: '^server/src/',
        pathNot: ['^server/src/db/', 'queries\\.ts$', '/index\\.ts$', '^server/src/outbox/kinds\\.ts$'],
      },
    },
    {
      name: 'adapters-are-handed-in',
      severity: 'error',
      from: { path: '^server/src/(modules|http)' },
      to: { path: '^server/src/adapters/', pathNot: '/port\\.ts$' },
    },
    {
      name: 'server-feature-public-face',
      severity: 'error',
      from: { path: '^server/src/modules/([^/]+)/' },
      to: { path: '^server/src/modules/', pathNot: ['^server/src/modules/$1/', '/index\\.ts$'] },
    },
    {
      name: 'web-features-are-strangers',
      severity: 'error',
      // A feature may use the files that lie directly in its own module, and those of bookings, which it shows.
      from: { path: '^web/src/modules/([^/]+)/([^/]+)/' },
      to: {
        path: '^web/src/modules/',
        pathNot: ['^web/src/modules/$1/$2/', '^web/src/modules/($1|bookings)/[^/]+$'],
      },
    },
    {
      name: 'web-modules-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/modules/[^/]+/[^/]+$' },
      to: { path: '^web/src/modules/[^/]+/[^/]+/' },
    },
    {
      name: 'web-layers-point-down',
      severity: 'error',
      from: { path: '^web/src/(modules|ui|lib)/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/modules/' },
    },
    {
      name: 'lib-knows-no-ui',
      severity: 'error',
      from: { path: '^web/src/lib/' },
      to: { path: '^web/src/ui/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Our own builds; a package's dist is what others import of it.
    exclude: { path: '^[a-z0-9]+/(dist|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
