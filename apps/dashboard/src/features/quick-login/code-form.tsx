import { quickLoginTexts } from '@comet/texts';
import { Headline, TextField } from '@comet/ui';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { parseUserCode } from './user-code.ts';

interface CodeFormProps {
  readonly initial: string;
  readonly onCode: (code: string) => void;
}

const userCode = {
  holds: (typed: string) => parseUserCode(typed) !== null,
  text: quickLoginTexts.codeFormat,
};

export function CodeForm({ initial, onCode }: CodeFormProps) {
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
