/**
 * The engines: each consumes a trace event by event and reports races. Add one in one file here.
 */
package io.racedet.engine;
