import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { browserClock } from './clock.ts';
import { createSessionStore } from './session.ts';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App clock={browserClock} store={createSessionStore(localStorage)} />);
