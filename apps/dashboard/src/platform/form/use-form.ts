import { type FormEvent, useRef } from 'react';
import { type ChangeHandler, type RefCallBack, useForm as useFormLibrary } from 'react-hook-form';
import { type Check, firstFailure } from './checks.ts';
import { type FieldCodes, type FormFailure, formFailure } from './form-failure.ts';

type Texts<Field extends string> = Readonly<Record<Field, string>>;

export interface FormDescription<Field extends string> {
  /** Every field, with what it holds at first. */
  readonly fields: Texts<Field>;
  readonly checks?: { readonly [Name in NoInfer<Field>]?: readonly Check<NoInfer<Field>>[] };
  /** Codes of the API that speak about one field: `{ current_password_wrong: 'password' }`. */
  readonly codes?: FieldCodes<NoInfer<Field>>;
  /** The form is busy until it settles. What it throws is said at the fields it concerns, or above them. */
  readonly onSubmit: (values: Texts<Field>) => Promise<unknown>;
}

export interface FormState<Field extends string> {
  /** What a `TextField` or `NumberField` needs to be this field. */
  readonly field: (name: Field) => {
    readonly name: string;
    readonly ref: RefCallBack;
    readonly onChange: ChangeHandler;
    readonly onBlur: ChangeHandler;
    readonly error: string | undefined;
  };
  /** What the failure of the last submit says above the fields. */
  readonly failure: FormFailure<Field>['whole'];
  readonly busy: boolean;
  readonly submit: (event: FormEvent) => void;
  /** Puts the fields back to what they held at first and forgets what was wrong. */
  readonly clear: () => void;
}

/**
 * How every form of the dashboard behaves. All fields are checked on submit; a field that was left (touched on blur) is checked from
 * then on. The first wrong field gets the focus. Rules that the API refuses are said at the fields of their names, other failures
 * above them; a second submit waits for the first.
 *
 *     const form = useForm({
 *       fields: { email: '', password: '' },
 *       checks: { email: [required, emailAddress], password: [required, minLength(8)] },
 *       onSubmit: (values) => call(api.signUp, { body: values }),
 *     });
 *     <Form state={form} submit={texts.submit}>
 *       <TextField label={texts.email} type="email" {...form.field('email')} />
 *       <TextField label={texts.password} type="password" {...form.field('password')} />
 *     </Form>
 */
export function useForm<Field extends string>(description: FormDescription<Field>): FormState<Field> {
  const { fields, checks, codes, onSubmit } = description;
  const names = Object.keys(fields) as Field[];
  const form = useFormLibrary<Record<string, string>>({ mode: 'onTouched', defaultValues: { ...fields } });
  const { errors, isSubmitting, isSubmitted, touchedFields } = form.formState;
  const running = useRef(false);
  const checksOf = (name: Field): readonly Check<Field>[] => checks?.[name] ?? [];

  const show = (failure: FormFailure<Field>) => {
    for (const [position, [name, message]] of failure.fields.entries())
      form.setError(name, { type: 'server', message }, { shouldFocus: position === 0 });
    if (failure.whole !== null)
      form.setError('root', { type: failure.whole.title ?? '', message: failure.whole.text });
  };
  const send = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values as Texts<Field>);
    } catch (error) {
      show(formFailure(error, names, codes));
    }
  });
  const submit = async () => {
    if (running.current) return;
    running.current = true;
    await send().finally(() => {
      running.current = false;
    });
  };
  /** A field compared with one that has changed is looked at again, once it was looked at before. */
  const lookAgain = async (changed: string) => {
    const comparing = names.filter((name) =>
      checksOf(name).some(({ comparedWith }) => comparedWith === changed),
    );
    const due = comparing.filter((name) => isSubmitted || touchedFields[name]);
    if (due.length > 0) await form.trigger(due);
  };

  return {
    field: (name) => {
      const validate = (value: string, values: Texts<string>) => firstFailure(checksOf(name), value, values);
      const { onChange, onBlur, ref } = form.register(name, { validate });
      const change: ChangeHandler = async (event) => {
        await onChange(event);
        await lookAgain(name);
      };
      return { name, ref, onBlur, onChange: change, error: errors[name]?.message };
    },
    failure: wholeOf(errors.root),
    busy: isSubmitting,
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
    clear: () => form.reset(),
  };
}

/** The form library keeps an error's type and message; its type carries our title. */
function wholeOf(
  root: { readonly type?: unknown; readonly message?: string } | undefined,
): FormFailure<never>['whole'] {
  if (root?.message === undefined) return null;
  return { title: typeof root.type === 'string' && root.type !== '' ? root.type : null, text: root.message };
}
