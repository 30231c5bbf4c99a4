-- From now on they are deleted as people leave the group.
DELETE FROM book_interests WHERE NOT EXISTS (
  SELECT 1 FROM books JOIN members ON members.group_id = books.group_id AND members.user_id = book_interests.user_id
  WHERE books.id = book_interests.book_id
);
