import { describe, expect, test } from 'vitest';
import type { Terminal } from './prompt-for-settings.ts';
import { answers, useSetup } from './setup-fixture.ts';

const { run, freshMachine } = useSetup();

describe('in a terminal', () => {
  const terminalWith = (entered: readonly string[]) => {
    const left = [...entered];
    const shown: { prompt: string; isHidden: boolean }[] = [];
    const said: string[] = [];
    const terminal: Terminal = {
      ask(prompt, { isHidden }) {
        shown.push({ prompt, isHidden });
        return Promise.resolve(left.shift() ?? '');
      },
      print: (line) => said.push(line.trim()),
    };
    return { terminal, shown, said };
  };

  test('asks only what is not given, shows defaults, hides secrets, and asks again after a wrong answer', async () => {
    const { DOMAIN: _domain, PADDLE_API_KEY: _key, ...given } = answers;
    // Domain twice, four addresses, TLS, database, sender, support, then the key.
    const entered = ['ACME', 'acme.org', '', '', '', 'none', '', '', '', '', 'pdl_sdbx_new'];
    const { terminal, shown, said } = terminalWith(entered);
    const { code, settings } = await run({ given, terminal });
    expect(code).toBe(0);
    expect(said).toContain('it must be a domain like acme.org, in lower case.');
    expect(shown[0]).toEqual({ prompt: 'Domain of your service, as in acme.org: ', isHidden: false });
    expect(shown).toContainEqual({ prompt: 'Address of the site [https://acme.org]: ', isHidden: false });
    expect(shown).toContainEqual({ prompt: 'Paddle’s API key: ', isHidden: true });
    expect(shown.map(({ prompt }) => prompt).join('\n')).not.toContain('Company with its legal form');
    expect(settings).toMatchObject({ PADDLE_API_KEY: 'pdl_sdbx_new', CONSOLE_URL: '' });
  });

  test('offers present secrets without showing them', async () => {
    const first = await run();
    const machine = freshMachine({ files: Object.fromEntries(first.files) });
    const { terminal, shown } = terminalWith([]);
    const { code, settings } = await run({ given: {}, terminal, machine });
    expect(code).toBe(0);
    expect(shown).toContainEqual({ prompt: 'Paddle’s API key [unchanged]: ', isHidden: true });
    expect(JSON.stringify(shown)).not.toContain(answers.PADDLE_API_KEY);
    expect(settings).toEqual(first.settings);
  });
});
