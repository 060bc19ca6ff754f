/** The form of amounts: text with every digit, or binary floats, which may be rounded. */
export type DecimalForm = 'text' | 'number';

/** An amount in the chosen form. */
export type Amount<Form extends DecimalForm> = Form extends 'text' ? string : number;
