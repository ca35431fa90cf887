/** The access history of each variable, and the detectors that compare accesses with it. */
package io.racedet.engine.history;
