import './app/without-eval.ts';
import './theme/tokens.css';
import './theme/mantine.css';
import './theme/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { knowLanguage } from './app/known-language.ts';
import { letPressesEnd } from './app/let-presses-end.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');
knowLanguage(navigator);
letPressesEnd(window);
createRoot(root).render(<App />);
