import type { Measured } from '../measured.ts';
import { measureInsertRate } from './insert-rate.ts';
import { measureQuestions } from './questions.ts';
import { startStage } from './stage.ts';

/** What the column engine gives: how fast rows go in, and how long the dashboard waits for an answer. */
export async function benchEngine(quick: boolean): Promise<Measured[]> {
  const { columns, stop } = await startStage();
  try {
    return [await measureInsertRate(columns, quick), ...(await measureQuestions(columns, quick))];
  } finally {
    await stop();
  }
}
