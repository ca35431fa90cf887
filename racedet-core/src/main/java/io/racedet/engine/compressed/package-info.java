/**
 * Analysis of a trace by parts: summaries of stretches, which combine, so that the time depends on
 * the size of a grammar.
 */
package io.racedet.engine.compressed;
