/** Mutation testing of the rules of the core with pitest, for the profile {@code mutation}. */
package io.racedet.mutation;
