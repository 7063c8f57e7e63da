import './ui/theme/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createAppRouter } from './app/router.tsx';
import { keepCompositions } from './lib/browser/compositions.ts';
import { keepPressesSteady } from './lib/browser/steady-press.ts';
import { takeMailedLink } from './lib/session/mailed-link.ts';

takeMailedLink();
keepPressesSteady();
keepCompositions();
// Preloads the rupee sign's own font before a screen has an amount: arriving later, it would move
// the adjacent buttons.
document.fonts.load("1em 'Inter Variable'", '₹').catch(() => undefined);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
createRoot(root).render(
  <StrictMode>
    <App router={createAppRouter()} />
  </StrictMode>,
);
