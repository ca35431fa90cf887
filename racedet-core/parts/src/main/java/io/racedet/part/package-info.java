/**
 * The analysis of one long trace in parts, on many machines or threads: a summary of each part,
 * combined in any grouping, and the races of each part given the summary of all parts before it.
 */
package io.racedet.part;
