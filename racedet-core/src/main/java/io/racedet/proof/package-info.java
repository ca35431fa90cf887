/** Collects the candidates that engines report, and proves or refutes them by witnesses. */
package io.racedet.proof;
