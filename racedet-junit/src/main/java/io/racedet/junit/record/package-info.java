/**
 * Internal. Turns what the hooks have recorded into one trace of events, with names, stacks and
 * locks for the report.
 */
package io.racedet.junit.record;
