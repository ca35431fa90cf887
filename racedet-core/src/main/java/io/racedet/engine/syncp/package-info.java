/** Sets of events that a reordering which keeps the order of locks needs, and the races by them. */
package io.racedet.engine.syncp;
