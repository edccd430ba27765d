import { quickLoginTexts, validationTexts } from '@comet/texts';
import { Button, Headline, TextField } from '@comet/ui';
import { useForm } from 'react-hook-form';
import { parseUserCode } from './user-code.ts';

interface CodeFormProps {
  readonly initial: string;
  readonly onCode: (code: string) => void;
}

export function CodeForm({ initial, onCode }: CodeFormProps) {
  const form = useForm({ mode: 'onTouched', defaultValues: { code: initial } });
  const check = (code: string) => {
    if (code.trim() === '') return validationTexts.required;
    return parseUserCode(code) !== null || quickLoginTexts.codeFormat;
  };
  return (
    <div className="flex flex-col gap-8">
      <Headline explanation={quickLoginTexts.explanation}>{quickLoginTexts.headline}</Headline>
      <form
        noValidate
        className="flex max-w-80 flex-col gap-3"
        onSubmit={(event) => void form.handleSubmit(({ code }) => onCode(parseUserCode(code) ?? ''))(event)}
      >
        <TextField
          label={quickLoginTexts.code}
          mono
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          error={form.formState.errors.code?.message}
          {...form.register('code', { validate: check })}
        />
        <Button type="submit" wide>
          {quickLoginTexts.continue}
        </Button>
      </form>
    </div>
  );
}
