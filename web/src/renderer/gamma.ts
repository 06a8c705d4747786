/** Doom's five brightnesses, as exponents of a color's value. */
export const gammaExponents = [1, 0.88, 0.78, 0.69, 0.61] as const;
