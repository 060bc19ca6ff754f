/** How amounts are returned: as text with every digit, or as binary floats, which may round. */
export type DecimalForm = 'text' | 'number';

/** An amount in the chosen form. */
export type Amount<Form extends DecimalForm> = Form extends 'text' ? string : number;
