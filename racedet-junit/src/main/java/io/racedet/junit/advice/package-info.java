/** What to do about a race, by what its variable is and what the code of its accesses does. */
package io.racedet.junit.advice;
