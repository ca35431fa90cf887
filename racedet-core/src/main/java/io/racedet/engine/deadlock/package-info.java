/** Patterns of deadlocks in the requests for locks, and those that reorderings keep in order. */
package io.racedet.engine.deadlock;
