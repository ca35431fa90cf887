/**
 * Analysis of a trace by summaries of its stretches, which can be combined, so that the time
 * depends on the size of a grammar.
 */
package io.racedet.compressed;
