import { checkoutTexts, errorText, say, validationTexts } from '@comet/texts';
import { useState } from 'react';
import { Button, LinkAction, TextField } from '@comet/ui';

interface CouponFieldProps {
  /** The code that the draft was asked with, if any. */
  readonly code: string | undefined;
  /** Why it was refused. */
  readonly refusal: Error | null;
  readonly onChange: (code: string | undefined) => void;
}

/** A coupon: added when somebody has one, shown while it counts, and said what is wrong with it. */
export function CouponField({ code, refusal, onChange }: CouponFieldProps) {
  const [isOpen, setOpen] = useState(false);
  if (code !== undefined && refusal === null) {
    return (
      <div className="flex items-baseline justify-between gap-6">
        <span className="text-quiet">{say(checkoutTexts.codeApplied, { code })}</span>
        <LinkAction onClick={() => onChange(undefined)}>{checkoutTexts.removeCode}</LinkAction>
      </div>
    );
  }
  if (!isOpen && refusal === null) {
    return (
      <div className="flex items-baseline justify-between gap-6">
        <span className="text-quiet">{checkoutTexts.lineCoupon}</span>
        <LinkAction onClick={() => setOpen(true)}>{checkoutTexts.addCode}</LinkAction>
      </div>
    );
  }
  return <CodeForm key={code ?? ''} code={code} refusal={refusal} onChange={onChange} />;
}

function CodeForm({ code, refusal, onChange }: CouponFieldProps) {
  const [typed, setTyped] = useState(code ?? '');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = typed.trim().toUpperCase();
        setMissing(wanted === '');
        if (wanted !== '') onChange(wanted);
      }}
    >
      <TextField
        label={checkoutTexts.code}
        name="coupon"
        mono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        autoFocus
        value={typed}
        error={isMissing ? validationTexts.required : refusal === null ? undefined : errorText(refusal).text}
        onChange={(event) => {
          setTyped(event.target.value);
          setMissing(false);
        }}
      />
      <div className="pt-6.75">
        <Button type="submit" weight="secondary">
          {checkoutTexts.apply}
        </Button>
      </div>
    </form>
  );
}
