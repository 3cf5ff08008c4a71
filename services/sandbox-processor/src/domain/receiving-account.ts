/** The processor's account that payers transfer to: the IBAN that ISO 13616 gives as Germany's example. */
export const receivingAccount = { holder: 'Kassa Sandbox', iban: 'DE89370400440532013000' } as const;
