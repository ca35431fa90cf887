/** Partial orders of the events of a trace, each computed in one pass. */
package io.racedet.engine.order;
