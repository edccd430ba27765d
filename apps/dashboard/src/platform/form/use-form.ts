import { type FormEvent, useEffect, useRef } from 'react';
import { type ChangeHandler, type RefCallBack, useForm as useLibraryForm } from 'react-hook-form';
import { type Check, firstFailure } from './checks.ts';
import { type DraftedForm, watchDraft } from '../storage/drafts.ts';
import { type FieldCodes, type FormFailure, formFailure } from './form-failure.ts';

type Texts<Field extends string> = Readonly<Record<Field, string>>;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface FormDescription<Field extends string> {
  /** Every field with its initial value. */
  readonly fields: Texts<Field>;
  readonly checks?: { readonly [Name in NoInfer<Field>]?: readonly Check<NoInfer<Field>>[] };
  /** Error codes of the API by field: `{ current_password_wrong: 'password' }`. */
  readonly codes?: FieldCodes<NoInfer<Field>>;
  /** The form is busy until it settles. Its error is shown at the fields it concerns, or above them. */
  readonly onSubmit: (values: Texts<Field>) => Promise<unknown>;
}

export interface FormState<Field extends string> {
  /** Props that bind a `TextField` or `NumberField` to this field. */
  readonly field: (name: Field) => {
    readonly name: string;
    readonly ref: RefCallBack;
    readonly onChange: ChangeHandler;
    readonly onBlur: ChangeHandler;
    readonly error: string | undefined;
  };
  /** Failure of the last submit, shown above the fields. */
  readonly failure: FormFailure<Field>['whole'];
  readonly busy: boolean;
  readonly submit: (event: FormEvent) => void;
  /** Resets the fields to their initial values and clears all errors. */
  readonly clear: () => void;
}

interface FormInternals {
  /** The mounted fields. */
  readonly controls: Map<string, Control>;
  /** Initial values, or those of the last submit. */
  settled: Texts<string>;
  running: boolean;
}

/**
 * State of a form. All fields are checked on submit; a field that was left (touched on blur) is checked from then on. The first wrong
 * field gets the focus. Rules that the API refuses are shown at the fields of their names, other failures above them; a second submit
 * waits for the first.
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
  const form = useLibraryForm<Record<string, string>>({ mode: 'onTouched', defaultValues: { ...fields } });
  const { errors, isSubmitting, isSubmitted, touchedFields } = form.formState;
  const kept = useRef<FormInternals>({ controls: new Map(), settled: fields, running: false }).current;
  const checksOf = (name: Field): readonly Check<Field>[] => checks?.[name] ?? [];

  const wrongWith = (name: Field, value: string, values: Texts<string>): string | true => {
    const control = kept.controls.get(name);
    // The error of a `NumberField` that rejected a character.
    if (control?.validity.customError === true) return control.validationMessage;
    return firstFailure(checksOf(name), value, values);
  };

  const send = async (values: Texts<string>) => {
    try {
      await onSubmit(values);
      kept.settled = values;
    } catch (error) {
      const refused = formFailure(error, names, codes);
      for (const [place, [name, message]] of refused.fields.entries())
        form.setError(name, { message }, { shouldFocus: place === 0 });
      if (refused.whole !== null)
        form.setError('root', { type: refused.whole.title ?? '', message: refused.whole.text });
    }
  };
  const submit = async () => {
    if (kept.running) return;
    kept.running = true;
    // Password managers fill in values without key events.
    for (const [name, { value }] of kept.controls)
      if (form.getValues(name) !== value) form.setValue(name, value);
    try {
      await form.handleSubmit(send)();
    } finally {
      kept.running = false;
    }
  };
  /** Checks fields that are compared with the changed one again, if they were checked before. */
  const checkComparing = async (changed: Field) => {
    const due = names.filter(
      (name) =>
        (isSubmitted || touchedFields[name] === true) &&
        checksOf(name).some(({ comparedWith }) => comparedWith === changed),
    );
    if (due.length > 0) await form.trigger(due);
  };
  const watch = useRef(() => watchDraft(draftOf(form, kept)));
  useEffect(() => watch.current(), []);

  return {
    field: (name) => {
      const validate = (value: string, values: Texts<string>) => wrongWith(name, value, values);
      const { onChange, onBlur, ref } = form.register(name, { validate });
      return {
        name,
        ref: (control: Control | null) => {
          ref(control);
          if (control === null) kept.controls.delete(name);
          else kept.controls.set(name, control);
        },
        onBlur,
        onChange: async (event) => {
          await onChange(event);
          await checkComparing(name);
        },
        error: errors[name]?.message,
      };
    },
    failure: formFailureOf(errors.root),
    busy: isSubmitting,
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
    clear: () => {
      for (const control of kept.controls.values()) control.setCustomValidity('');
      kept.settled = fields;
      form.reset(fields);
    },
  };
}

/** The form library keeps only type and message of an error, so the title is stored as the type. */
function formFailureOf(
  root: { readonly type?: unknown; readonly message?: string } | undefined,
): FormFailure<never>['whole'] {
  if (root?.message === undefined) return null;
  return { title: typeof root.type === 'string' && root.type !== '' ? root.type : null, text: root.message };
}

/** A form as stored in its draft. */
function draftOf(
  form: {
    readonly getValues: (name: string) => string | undefined;
    readonly setValue: (name: string, value: string) => void;
  },
  kept: FormInternals,
): DraftedForm {
  const changed = () => [...kept.controls].filter(([name]) => form.getValues(name) !== kept.settled[name]);
  return {
    // The initial values distinguish forms with the same fields, such as the notes of two addresses.
    name: Object.entries(kept.settled).flat().join('\n'),
    isDirty: () => changed().length > 0,
    read: () =>
      Object.fromEntries(
        changed().flatMap(([name, control]) => (isSecret(control) ? [] : [[name, control.value]])),
      ),
    restore: (draft) => {
      for (const [name, value] of Object.entries(draft))
        if (kept.controls.has(name)) form.setValue(name, value);
    },
  };
}

/** Passwords and codes are never stored. */
function isSecret({ type, autocomplete }: Control & { readonly autocomplete?: string }): boolean {
  return type === 'password' || autocomplete === 'one-time-code';
}
