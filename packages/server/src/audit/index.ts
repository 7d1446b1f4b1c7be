export { answerAudit } from './answer.ts';
export { type Auditing, createAuditing } from './auditing.ts';
