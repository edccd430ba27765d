import { quickLoginTexts } from '@comet/texts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDocumentTitle } from '../shell/index.ts';
import { Decision } from './decision.tsx';
import { Headline, TextField } from '@comet/ui';
import { Form, required, useForm } from '../../platform/form/index.ts';

/** The letters of a user code: no vowels that spell words, none that look alike (RFC 8628 §6.1). */
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** A code as typed or scanned, in the form that people read: `BCDF-GHJK`. Null when it cannot be one. */
export function parseUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return CODE.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

interface CodeFormProps {
  readonly initial: string;
  readonly onCode: (code: string) => void;
}

const userCode = {
  holds: (typed: string) => parseUserCode(typed) !== null,
  text: quickLoginTexts.codeFormat,
};

function CodeForm({ initial, onCode }: CodeFormProps) {
  const form = useForm({
    fields: { code: initial },
    checks: { code: [required, userCode] },
    onSubmit: async ({ code }) => onCode(parseUserCode(code) ?? ''),
  });
  return (
    <div className="flex flex-col gap-8">
      <Headline explanation={quickLoginTexts.explanation}>{quickLoginTexts.headline}</Headline>
      <div className="max-w-80">
        <Form state={form} submit={quickLoginTexts.continue}>
          <TextField
            label={quickLoginTexts.code}
            mono
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={12}
            {...form.field('code')}
          />
        </Form>
      </div>
    </div>
  );
}

/** Signs in a machine that shows a code: enter it, look at who asks, decide. */
export default function QuickLoginScreen() {
  useDocumentTitle(quickLoginTexts.screen);
  const { code: given } = useSearch({ from: '/data/dash/dash/quick-login' });
  const navigate = useNavigate({ from: '/dash/quick-login' });
  const code = parseUserCode(given ?? '');
  return code === null ? (
    <CodeForm initial={given ?? ''} onCode={(next) => void navigate({ search: { code: next } })} />
  ) : (
    <Decision key={code} code={code} onOtherCode={() => void navigate({ search: {} })} />
  );
}
