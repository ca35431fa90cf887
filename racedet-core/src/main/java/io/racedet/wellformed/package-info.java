/**
 * Well-formedness of an execution: which event can come next, which locks are held, and the tables
 * that map a producer's names to dense ids.
 */
package io.racedet.wellformed;
