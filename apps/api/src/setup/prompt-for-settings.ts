import { err, ok, type Result } from '@comet/foundation';
import type { Present, Question } from './question.ts';
import { faultOf, isInstalled, isSecret } from './questions.ts';
import type { Variables } from './settings-file.ts';

/** Where answers are entered; null for an unattended run. */
export interface Terminal {
  /** Returns one line without its end. */
  ask(prompt: string, options: { readonly isHidden: boolean }): Promise<string>;
  print(line: string): void;
}

interface InterviewDeps {
  readonly questions: readonly Question[];
  /** Answers of options and of a file. */
  readonly given: Variables;
  readonly present: Present;
  readonly terminal: Terminal | null;
}

/**
 * Returns an answer for each question that applies: the given one, the entered one, the present value, the default. A wrong answer is
 * requested again in a terminal. Without a terminal, every missing or wrong answer is returned as one sentence.
 */
export async function promptForSettings(deps: InterviewDeps): Promise<Result<Variables, readonly string[]>> {
  const { given, present, terminal } = deps;
  const answers: Record<string, string> = {};
  const faults: string[] = [];
  for (const question of deps.questions) {
    const { name } = question;
    if (question.applies?.(answers) === false) {
      if (given[name]) faults.push(`${name} does not apply to the other answers: leave it out.`);
      continue;
    }
    const file = present.settings[`${name}_FILE`];
    if (file) {
      if (given[name] !== undefined)
        faults.push(`${name}: the settings take it from the file ${file}: change that file.`);
      continue;
    }
    const offered = offeredTo(question, answers, present);
    let answer = given[name];
    if (answer === undefined && terminal !== null) answer = await enter(terminal, question, offered);
    for (;;) {
      answer = valueOf(question, answer ?? offered);
      if (answer === undefined) break;
      const fault = faultOf(question, answer, answers);
      if (fault === null) break;
      if (terminal === null) {
        faults.push(`${name}: ${fault}.`);
        break;
      }
      terminal.print(`  ${fault}.`);
      answer = await enter(terminal, question, offered);
    }
    if (answer === undefined) faults.push(`${name} is missing: ${question.text}.`);
    else answers[name] = answer;
  }
  return faults.length === 0 ? ok(answers) : err(faults);
}

/** The present value, else the default. An optional setting that was left empty stays so. */
function offeredTo(question: Question, answers: Variables, present: Present): string | undefined {
  const value = present.settings[question.name];
  if (value || (question.isOptional && isInstalled(present.settings))) return value ?? '';
  return question.fallback?.(answers, present);
}

/** `none` leaves an optional setting empty. */
function valueOf(question: Question, answer: string | undefined): string | undefined {
  const value = answer?.trim();
  return question.isOptional && value === 'none' ? '' : value;
}

async function enter(terminal: Terminal, question: Question, offered: string | undefined): Promise<string> {
  const { name, text, choices, isOptional } = question;
  const isHidden = isSecret(name);
  for (const [word, meaning] of Object.entries(choices ?? {}))
    terminal.print(`  ${word.padEnd(9)} ${meaning}`);
  const shown = isHidden && offered ? 'unchanged' : offered || (isOptional ? 'none' : '');
  const line = (await terminal.ask(`${text}${shown ? ` [${shown}]` : ''}: `, { isHidden })).trim();
  return line === '' ? (offered ?? '') : line;
}
