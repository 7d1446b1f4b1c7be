import { benchCapture } from './index.ts';

for (const { name, ratio, detail } of await benchCapture())
  console.log(`${ratio.toFixed(2).padStart(6)}  ${name}\n        ${detail}`);
