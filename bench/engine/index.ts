import type { Measured } from '../measured.ts';
import { measureInsertRate } from './insert-rate.ts';
import { measureQuestions, type QuestionOptions } from './questions.ts';
import { startStage } from './stage.ts';

/**
 * What the column engine gives: how fast rows go in, and how long the dashboard waits for an answer.
 *
 * @param data - A folder in which the projects that are asked stay for another run; without one they go.
 */
export async function benchEngine(options: QuestionOptions & { data?: string | undefined }): Promise<Measured[]> {
  const stage = await startStage(options.data);
  try {
    const questions = await measureQuestions(stage, options);
    return options.about === '' ? [await measureInsertRate(stage.columns, options.quick), ...questions] : questions;
  } finally {
    await stage.stop();
  }
}
