/**
 * Makes one question of those that come up in one turn of the event loop. `ask` gets each of them once, at most `most` at a time, and
 * answers them in their order; where it fails, all who asked hear the same error. Nothing is kept between turns: every
 * answer was asked for after its question came up.
 */
export function askTogether<Question extends string, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  most: number,
): (question: Question) => Promise<Answer> {
  let gathering: Map<Question, PromiseWithResolvers<Answer>> | null = null;

  async function send(gathered: ReadonlyMap<Question, PromiseWithResolvers<Answer>>): Promise<void> {
    try {
      const answers = await ask([...gathered.keys()]);
      if (answers.length !== gathered.size) throw new Error('Every question needs exactly one answer');
      let position = 0;
      for (const asker of gathered.values()) {
        asker.resolve(answers[position] as Answer);
        position += 1;
      }
    } catch (error) {
      for (const asker of gathered.values()) asker.reject(error);
    }
  }

  return (question) => {
    if (gathering === null || gathering.size >= most) {
      const gathered = new Map<Question, PromiseWithResolvers<Answer>>();
      gathering = gathered;
      setImmediate(() => {
        if (gathering === gathered) gathering = null;
        void send(gathered);
      });
    }
    const asker = gathering.get(question) ?? Promise.withResolvers<Answer>();
    gathering.set(question, asker);
    return asker.promise;
  };
}
