import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { coverageText, readProduct } from './checks/product-rules.mjs';

// Writes docs/coverage.md: the tests of each rule of docs/product.md and docs/threats.md.
const root = dirname(import.meta.dirname);
writeFileSync(join(root, 'docs/coverage.md'), coverageText(readProduct(root)));
