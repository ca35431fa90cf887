/**
 * Internal. Merges the records of all threads into one trace of events, with names, stacks and
 * locks for reports.
 */
package io.racedet.junit.record;
