import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { type Check, firstFailure } from './checks.ts';
import { type DraftedForm, watchDraft } from '../drafts.ts';
import { type FieldCodes, type FormFailure, formFailure } from './form-failure.ts';

type Texts<Field extends string> = Readonly<Record<Field, string>>;
type Errors<Field extends string> = { readonly [Name in Field]?: string };
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

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
    readonly ref: (control: Control | null) => void;
    readonly onChange: (event: ChangeEvent<Control>) => void;
    readonly onBlur: () => void;
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
 * above them; a second submit waits for the first. What is typed lives in the controls: a key press draws nothing anew.
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
  const [errors, setErrors] = useState<Errors<Field>>({});
  const [failure, setFailure] = useState<FormFailure<Field>['whole']>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef({
    values: { ...fields } as Record<Field, string>,
    /** What the fields held at first, or when they were sent. */
    settled: fields,
    controls: new Map<Field, Control>(),
    touched: new Set<Field>(),
    submitted: false,
    running: false,
  }).current;

  /** What is wrong with a field now. One that is not on the screen is asked for nothing. */
  const wrongWith = (name: Field): string | undefined => {
    const control = form.controls.get(name);
    if (control?.isConnected !== true) return undefined;
    // What a field refused of what was typed: `NumberField`.
    if (control.validity.customError) return control.validationMessage;
    const said = firstFailure(checks?.[name] ?? [], form.values[name], form.values);
    return said === true ? undefined : said;
  };
  const look = (looked: readonly Field[]) => {
    if (looked.length === 0) return;
    const found = looked.map((name) => [name, wrongWith(name)] as const);
    setErrors((before) => {
      const same = found.every(([name, error]) => before[name] === error);
      return same ? before : { ...before, ...Object.fromEntries(found) };
    });
  };
  const isWatched = (name: Field) => form.submitted || form.touched.has(name);

  const send = async () => {
    form.submitted = true;
    setFailure(null);
    // What a password manager filled in came without a key press.
    for (const [name, control] of form.controls) if (control.isConnected) form.values[name] = control.value;
    look(names);
    const wrong = names.find((name) => wrongWith(name) !== undefined);
    if (wrong !== undefined) return form.controls.get(wrong)?.focus();
    setBusy(true);
    try {
      const sent = { ...form.values };
      await onSubmit(sent);
      form.settled = sent;
    } catch (error) {
      const refused = formFailure(error, names, codes);
      setErrors(Object.fromEntries(refused.fields) as Errors<Field>);
      setFailure(refused.whole);
      const first = refused.fields[0]?.[0];
      if (first !== undefined) form.controls.get(first)?.focus();
    } finally {
      setBusy(false);
    }
  };
  const submit = async () => {
    if (form.running) return;
    form.running = true;
    await send().finally(() => {
      form.running = false;
    });
  };

  const state: FormState<Field> = {
    field: (name) => ({
      name,
      ref: (control) => {
        if (control === null || form.controls.get(name) === control) return;
        form.controls.set(name, control);
        control.value = form.values[name];
      },
      onChange: ({ target }) => {
        form.values[name] = target.value;
        // A field compared with this one is looked at again, once it was looked at before.
        const comparing = names.filter((other) =>
          checks?.[other]?.some(({ comparedWith }) => comparedWith === name),
        );
        look([name, ...comparing].filter(isWatched));
      },
      onBlur: () => {
        form.touched.add(name);
        if (!form.submitted) look([name]);
      },
      error: errors[name],
    }),
    failure,
    busy,
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
    clear: () => {
      Object.assign(form, { values: { ...fields }, settled: fields, submitted: false });
      form.touched.clear();
      for (const [name, control] of form.controls) {
        control.value = form.values[name];
        control.setCustomValidity('');
      }
      setErrors({});
      setFailure(null);
    },
  };
  const watch = useRef(() => watchDraft(draftedForm(form)));
  useEffect(() => watch.current(), []);
  return state;
}

/** A form as its draft is kept. */
function draftedForm(form: {
  readonly values: Record<string, string>;
  readonly settled: Texts<string>;
  readonly controls: ReadonlyMap<string, Control>;
}): DraftedForm {
  const changed = () =>
    [...form.controls].filter(
      ([name, control]) => control.isConnected && form.values[name] !== form.settled[name],
    );
  return {
    // Initial values distinguish forms with the same fields, such as the notes of two addresses.
    name: Object.entries(form.settled).flat().join('\n'),
    isDirty: () => changed().length > 0,
    read: () =>
      Object.fromEntries(
        changed().flatMap(([name, control]) => (isSecret(control) ? [] : [[name, control.value]])),
      ),
    restore: (draft) => {
      for (const [name, control] of form.controls) {
        const value = draft[name];
        if (value !== undefined) control.value = form.values[name] = value;
      }
    },
  };
}

/** Passwords and codes are not kept anywhere. */
function isSecret({ type, autocomplete }: Control & { readonly autocomplete?: string }): boolean {
  return type === 'password' || autocomplete === 'one-time-code';
}
