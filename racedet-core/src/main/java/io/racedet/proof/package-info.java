/** Joins the candidates of engines with witnesses: collects them, proves or refutes them. */
package io.racedet.proof;
