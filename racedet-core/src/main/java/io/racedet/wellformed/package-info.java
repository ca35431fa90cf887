/**
 * Well-formedness of an execution: which event can come next, which locks are held, and the tables
 * of names and variables that turn what a producer calls things into dense ids.
 */
package io.racedet.wellformed;
