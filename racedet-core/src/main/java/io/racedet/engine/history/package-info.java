/**
 * What is kept of the accesses of each variable, and the detectors that compare accesses with it.
 */
package io.racedet.engine.history;
